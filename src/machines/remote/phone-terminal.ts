import { assign, fromPromise, setup, type ActorRefFrom } from 'xstate'
import { closeCodes } from '../../../domain/stream-protocol.ts'
import { ApiError, messageOf } from '../../api/errors.ts'
import { fetchTerminalPoint, type TerminalPoint } from '../../api/remote.ts'
import { TerminalScreen } from '../../terminal/terminal-screen.ts'
import { terminalLine, type TerminalLineReport } from '../../api/terminal-line.ts'
import { textReason, type Reason } from '../../../domain/reason.ts'

interface PhoneTerminalInput {
  deviceId: number
  /** What was pasted was too long, and nothing of it was sent. */
  pasteRefused: () => void
}

interface PhoneTerminalContext {
  readonly deviceId: number
  readonly screen: TerminalScreen
  readonly pasteRefused: () => void
  point: TerminalPoint | null
  /** Why there is no shell; null where nobody said so. */
  reason: Reason | null
  /** Of the shell that ended by itself; null for one that was cut off. */
  exitCode: number | null
}

/** Asks where to open a shell, and fetches what draws it. What is refused stands with the terminal, and nowhere else. */
const askTerminalPoint = fromPromise<TerminalPoint, { deviceId: number; screen: TerminalScreen }>(
  async ({ input: { deviceId: id, screen }, signal }) => {
    await screen.load() // First: a ticket lasts half a minute.
    return fetchTerminalPoint(id, signal)
  },
)

/** A shell on one phone. What it printed stays when it is over; the operator opens the next one. */
export const phoneTerminalMachine = setup({
  types: {
    input: {} as PhoneTerminalInput,
    context: {} as PhoneTerminalContext,
    events: {} as TerminalLineReport | { type: 'open' },
  },
  actors: { askTerminalPoint, line: terminalLine },
  delays: {
    /** For an answer. */
    answerLimit: 10_000,
    /** For the phone's shell; a relay that waits for its box says so sooner. */
    openLimit: 20_000,
  },
  guards: {
    'the session is over': (_, { error }: { error: unknown }) => error instanceof ApiError && error.endsSession,
    'the server refuses': (_, { error }: { error: unknown }) => error instanceof ApiError,
    'the operator is signed out': ({ event }) => event.type === 'closed' && event.code === closeCodes.signedOut,
  },
  actions: {
    'forget how it ended': assign({ reason: null, exitCode: null }),
    'keep why': assign({ reason: (_, { error }: { error: unknown }) => textReason(messageOf(error)) }),
    'keep why it closed': assign({ reason: ({ event }) => (event.type === 'closed' ? event.reason : null) }),
    'keep the exit code': assign({ exitCode: ({ event }) => (event.type === 'exited' ? event.code : null) }),
    'put the caret into it': ({ context }) => context.screen.focus(),
    'tell that the paste was refused': ({ context }) => context.pasteRefused(),
  },
}).createMachine({
  id: 'phoneTerminal',
  context: ({ input }) => ({
    ...input,
    screen: new TerminalScreen(),
    point: null,
    reason: null,
    exitCode: null,
  }),
  initial: 'unopened',
  states: {
    unopened: {
      description: 'Nobody has asked for a shell yet.',
      on: { open: 'asking' },
    },
    asking: {
      description: 'Asks the server where a shell is to be had.',
      entry: 'forget how it ended',
      invoke: {
        src: 'askTerminalPoint',
        input: ({ context: { deviceId, screen } }) => ({ deviceId, screen }),
        onDone: { target: 'attached', actions: assign({ point: ({ event }) => event.output }) },
        onError: [
          {
            guard: { type: 'the session is over', params: ({ event }) => ({ error: event.error }) },
            target: 'ended',
          },
          {
            guard: { type: 'the server refuses', params: ({ event }) => ({ error: event.error }) },
            target: 'refused',
            actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) },
          },
          { target: 'closed', actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
      after: { answerLimit: 'closed' },
    },
    attached: {
      description: 'Holds a line to the relay.',
      invoke: {
        src: 'line',
        input: ({ context: { point, screen } }) => ({
          relayUrl: point?.relay_url ?? '',
          ticket: point?.ticket ?? '',
          screen,
        }),
        onError: { target: 'closed', actions: { type: 'keep why', params: ({ event }) => ({ error: event.error }) } },
      },
      exit: assign({ point: null }),
      on: {
        exited: { target: 'closed', actions: 'keep the exit code' },
        closed: [
          { guard: 'the operator is signed out', target: 'ended' },
          { target: 'closed', actions: 'keep why it closed' },
        ],
      },
      initial: 'connecting',
      states: {
        connecting: {
          description: 'The phone’s shell is being opened.',
          on: { opened: 'open' },
          after: { openLimit: '#phoneTerminal.closed' },
        },
        open: {
          description: 'What is typed goes to the shell.',
          entry: 'put the caret into it',
          on: { overfilled: { actions: 'tell that the paste was refused' } },
        },
      },
    },
    refused: {
      description: 'The server gives no shell: the phone is away, or somebody else has it.',
      on: { open: 'asking' },
    },
    closed: {
      description: 'The shell is over: it ended by itself, was closed, or its line broke.',
      on: { open: 'asking' },
    },
    ended: {
      description: 'The operator is signed out.',
      type: 'final',
    },
  },
})

export type PhoneTerminal = ActorRefFrom<typeof phoneTerminalMachine>
