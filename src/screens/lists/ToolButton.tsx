import { Button, Classes } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { mayCall } from '../../permissions.ts'
import type { Listed, Stage, Tool } from './list-definition.ts'

const linkClass = { outlined: Classes.OUTLINED, primary: Classes.INTENT_PRIMARY, plain: '' }

/** A button of a list's screen, beside its filters. */
export function ToolButton<L extends Listed>({ tool, stage }: { tool: Tool<L>; stage: Stage<L> }) {
  const { icon, operation } = tool
  if (operation !== undefined && !mayCall(stage.role, operation)) return null
  const text = stage.t(tool.text)
  if (tool.to !== undefined) {
    return (
      <Link to={tool.to(stage)} className={`${Classes.BUTTON} ${linkClass[tool.look ?? 'outlined']}`}>
        {icon}
        <span>{text}</span>
      </Link>
    )
  }
  const look = tool.look === 'primary' ? { intent: tool.look } : { variant: 'outlined' as const }
  const words = tool.look === 'icon' ? { 'aria-label': text, title: text } : { text }
  return <Button icon={icon} {...look} {...words} onClick={() => stage.show(tool.text, tool.shows)} />
}
