// What the console's first pages cost a browser that opens them, signed in and out: bytes on the wire, headers and all, and
// requests, until a page shows what it was opened for. Fails above what is promised. Runs under Node 24;
// `npm run bench -- first-page` measures how long they take as well.
import { bounds, withFirstPages } from '../bench/support/first-pages.ts'

/** Says what a page cost, and where it is too much, of what. */
function weigh(page, { kilobytes, requests, asked }, bound) {
  console.log(
    `  ${page}: ${kilobytes.toFixed(1)} of ${bound.kilobytes} kB, in ${requests} of ${bound.requests} requests`,
  )
  if (kilobytes <= bound.kilobytes && requests <= bound.requests) return
  for (const each of asked) console.error(`    ${each.kilobytes.toFixed(1)} kB ${each.what}`)
  process.exitCode = 1
}

await withFirstPages(async ({ newBrowser, ...pages }) => {
  const stranger = await newBrowser(false)
  weigh('the login page', await pages.login(stranger), bounds.login)
  await stranger.close()
  const signedOut = await newBrowser(false)
  weigh('the list of phones, signed out', await pages.deviceListSignedOut(signedOut), bounds.login)
  await signedOut.close()
  const operator = await newBrowser(true)
  weigh('the list of phones', await pages.deviceList(operator), bounds.deviceList)
  weigh('the list of phones, again', await pages.deviceList(operator), bounds.again)
  await operator.close()
  const signedIn = await newBrowser(true)
  weigh('the login page, signed in', await pages.loginSignedIn(signedIn), bounds.dashboard)
  await signedIn.close()
})
