import { chromium } from 'playwright'
import { readFileSync } from 'node:fs'
const [out, w, ...files] = process.argv.slice(2)
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const p = await b.newPage({ viewport: { width: 1840, height: 400 } })
await p.setContent(`<body style="margin:4px;display:flex;flex-wrap:wrap;gap:6px;background:#888">${files.map((f) => `<figure style="margin:0"><img width=${w} src="data:image/png;base64,${readFileSync('/tmp/f27/shots/' + f).toString('base64')}"><figcaption>${f}</figcaption></figure>`).join('')}`)
await p.waitForTimeout(500)
await p.screenshot({ path: out, fullPage: true }); await b.close()
