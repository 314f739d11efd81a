import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toMillis } from '../../domain/timestamps.ts'
import { machineText, momentText } from './moment.ts'
import { everySecond, timeAgo } from './time-ago.ts'

/** How long ago something was; it keeps its text current by itself, without rendering again. */
export function TimeAgo({ at }: { at: number }) {
  const { t } = useTranslation()
  const element = useRef<HTMLTimeElement>(null)

  useLayoutEffect(() => {
    const show = () => {
      const text = timeAgo(t, toMillis(at), Date.now())
      if (element.current !== null && element.current.textContent !== text) element.current.textContent = text
    }
    show()
    return everySecond(show)
  }, [at, t])

  return <time ref={element} dateTime={machineText(at)} title={momentText(at)} />
}
