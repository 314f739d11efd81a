/** The colours of a drawn chart, in light and in dark. It brings its own ground, so that it is legible on any page. */
const style = `
  svg { color-scheme: light dark; --ground: #ffffff; --frame: #f6f8fa; --box: #ffffff; --line: #b6c0cc; --text: #1f2933; --soft: #5c6773; --arrow: #6b7887; --word: #1f5fbf; --start: #1f2933; --ending: #eef1f4; --cold: #2f6fd0; --warm: #c77700; --hot: #2e8540 }
  @media (prefers-color-scheme: dark) { svg { --ground: #0d1117; --frame: #151b23; --box: #1e2630; --line: #3d4855; --text: #e6edf3; --soft: #9aa7b4; --arrow: #7d8997; --word: #79b8ff; --start: #e6edf3; --ending: #2a323c; --cold: #6cb2ff; --warm: #f0a93b; --hot: #57c26f } }
  text { font-family: Helvetica, Arial, "Liberation Sans", sans-serif }
  .graph > polygon { fill: var(--ground) }
  .cluster > path { fill: var(--frame); stroke: var(--line); stroke-width: 1 }
  .node > path { fill: var(--box); stroke: var(--line); stroke-width: 1.25 }
  .node > polygon[stroke="none"] { fill: none }
  .state > polygon[stroke="black"] { stroke: var(--line); fill: var(--line); stroke-width: 1 }
  .state > text { fill: var(--soft); font-size: 10px }
  .state > text:first-of-type { fill: var(--text); font-size: 11px; font-weight: bold }
  .initial > ellipse { fill: var(--start); stroke: none }
  .ending > path { fill: var(--ending); stroke-width: 3 }
  .anywhere > path { stroke-dasharray: 4 3; fill: none }
  .anywhere > text:first-of-type { fill: var(--soft); font-style: italic; font-weight: normal }
  .transition > path { stroke: var(--arrow) }
  .transition > polygon { fill: var(--arrow); stroke: var(--arrow) }
  .cold > path { stroke: var(--cold); stroke-dasharray: 2 3 }
  .cold > polygon { fill: var(--cold); stroke: var(--cold) }
  .taken > path { stroke: var(--warm) }
  .taken > polygon { fill: var(--warm); stroke: var(--warm) }
  .guarded > path { stroke: var(--hot) }
  .guarded > polygon { fill: var(--hot); stroke: var(--hot) }
  .transition > text { fill: var(--word); font-size: 9.5px }
`

/** Graphviz's drawing in our colours. */
export const styledSvg = (drawn: string): string =>
  drawn
    .replace(/^<\?xml[^]*?(?=<svg)/, '')
    .replace(/(<svg width="[^"]+" height="[^"]+")/, '$1 role="img"')
    .replace(/(<svg[^>]*>)/, `$1\n<style>${style}</style>`)
    // Boxes are filled here, so that they have to be drawn before what stands in them.
    .replaceAll(
      /(<g id="node\d+" class="node state regular[^>]*>\n<title>[^<]*<\/title>\n)([^]*?)(<path [^>]*\/>\n)/g,
      (_, head: string, body: string, box: string) => (body.includes('</g>') ? head + body + box : head + box + body),
    )
