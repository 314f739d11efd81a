import { Suspense } from 'react'
import { Outlet } from 'react-router-dom'
import { feedbackMachine } from '../../machines/shell/feedback.ts'
import { FromAnywhere } from './FromAnywhere.tsx'
import { useScreenActor } from './use-screen-actor.ts'

/** Around a screen that has the window for itself: what is opened from anywhere opens there, too. */
export function Alone() {
  const feedback = useScreenActor(feedbackMachine)
  return (
    <>
      <Suspense>
        <Outlet />
      </Suspense>
      <FromAnywhere feedback={feedback} />
    </>
  )
}
