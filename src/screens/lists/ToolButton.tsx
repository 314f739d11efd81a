import { Button, Classes } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { mayCall } from '../../permissions.ts'
import type { Listed, Stage, Tool } from './list-definition.ts'

const links = { outlined: Classes.OUTLINED, primary: Classes.INTENT_PRIMARY, plain: '' }

/** A button of a list's screen, beside its filters. */
export function ToolButton<L extends Listed>({ tool, stage }: { tool: Tool<L>; stage: Stage<L> }) {
  const { icon, operation } = tool
  if (operation !== undefined && !mayCall(stage.role, operation)) return null
  const text = stage.t(tool.text)
  if (tool.to !== undefined) {
    return (
      <Link to={tool.to(stage)} className={`${Classes.BUTTON} ${links[tool.look ?? 'outlined']}`}>
        {icon}
        <span>{text}</span>
      </Link>
    )
  }
  const named = tool.iconOnly === true ? { 'aria-label': text, title: text } : { text }
  return <Button variant="outlined" icon={icon} {...named} onClick={() => stage.show(tool.shows)} />
}
