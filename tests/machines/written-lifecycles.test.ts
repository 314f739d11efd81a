import { describe } from 'vitest'
import { createActor } from 'xstate'
import { jobItemLifecycle } from '../../domain/job-item-lifecycle.ts'
import { jobLifecycle } from '../../domain/job-lifecycle.ts'
import { leaseLifecycle } from '../../domain/lease-lifecycle.ts'
import { openingLifecycle } from '../../domain/opening-lifecycle.ts'
import { testEveryShortestPath } from '../support/chart-model.ts'

/** What the server moves by, beside phones (tests/machines/devices/device-lifecycle.test.ts). */
const machines = [jobLifecycle, jobItemLifecycle, leaseLifecycle, openingLifecycle]

describe.each(machines)('the chart $id', (machine) => {
  testEveryShortestPath({ machine, events: machine.events.map((type) => ({ type })) }, () => ({
    actor: createActor(machine).start(),
  }))
})
