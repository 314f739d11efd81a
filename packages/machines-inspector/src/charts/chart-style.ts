/**
 * How a drawn chart looks, in light and in dark. It brings its own ground, so that it is legible on any page; a page of the
 * console that shows it gives the colours of its theme.
 */
export const chartStyle = `
  .chart { color-scheme: light dark; --chart-ground: #ffffff; --chart-frame: #f1f4f8; --chart-box: #ffffff; --chart-line: #c3ccd6; --chart-text: #1b2430; --chart-soft: #5a6675; --chart-arrow: #7d8997; --chart-cold: #2f6fd0; --chart-taken: #b96a00; --chart-guarded: #2b8a4b }
  @media (prefers-color-scheme: dark) { .chart { --chart-ground: #0d1117; --chart-frame: #1a212b; --chart-box: #202934; --chart-line: #3b4653; --chart-text: #e8edf3; --chart-soft: #9ba8b7; --chart-arrow: #7c8896; --chart-cold: #6cb2ff; --chart-taken: #f0a93b; --chart-guarded: #4fbf74 } }
  .chart text { font: 11px Helvetica, Arial, "Liberation Sans", sans-serif; fill: var(--chart-soft) }
  .chart .ground { fill: var(--chart-ground) }
  .chart .state rect { fill: var(--chart-box); stroke: var(--chart-line); stroke-width: 1.25 }
  .chart .frame > rect { fill: var(--chart-frame); fill-opacity: 0.7 }
  .chart .region > rect, .chart .anywhere > rect { stroke-dasharray: 5 4 }
  .chart .anywhere > rect { fill: none }
  .chart .state .name { font-size: 13px; font-weight: bold; fill: var(--chart-text) }
  .chart .anywhere .name, .chart .history .name { font-style: italic; font-weight: normal; fill: var(--chart-soft) }
  .chart .beginning circle { fill: var(--chart-text) }
  .chart .beginning path { fill: var(--chart-text); stroke: var(--chart-text); stroke-width: 1.5 }
  .chart .way { fill: none; stroke: var(--heat, var(--chart-arrow)); stroke-width: 1.5 }
  .chart .tip { fill: var(--heat, var(--chart-arrow)) }
  .chart .cold { --heat: var(--chart-cold) }
  .chart .taken { --heat: var(--chart-taken) }
  .chart .guarded { --heat: var(--chart-guarded) }
  .chart .cold > .way { stroke-dasharray: 3 4 }
  .chart .transition > rect { fill: var(--chart-box); stroke: var(--chart-line); stroke-width: 1 }
  .chart .transition > .heat { fill: var(--heat, var(--chart-arrow)); stroke: none }
  .chart .transition > .next { fill: var(--chart-line); stroke: none }
  .chart .transition > .followed { fill: var(--heat); stroke: none }
  .chart .event { font-weight: bold; fill: var(--chart-text) }
  .chart .half { text-decoration: underline dashed var(--chart-taken) }
`

/** Besides, where transitions are drawn with how often they were taken. */
export const countStyle = `  .chart .count { fill: var(--chart-cold) }
`
