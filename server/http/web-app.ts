import type { FastifyInstance } from 'fastify'
import type { Language } from '../../texts/catalogue.ts'
import { siteTitle } from '../../texts/site-title.ts'

const browserLanguage = (accepted: string | undefined): Language => (/^\s*en\b/i.test(accepted ?? '') ? 'en' : 'zh-CN')

const icon = (size: number, more: { purpose?: 'maskable' } = {}) => ({
  src: `/icon-${more.purpose === undefined ? '' : `${more.purpose}-`}${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  ...more,
})

/** What a browser needs to know to install the console as an app, under the name that the site has on this host. */
export function serveWebApp(app: FastifyInstance): void {
  app.get('/manifest.webmanifest', async (request, reply) => {
    const language = browserLanguage(request.headers['accept-language'])
    const name = siteTitle(request.hostname, language)
    void reply.header('cache-control', 'no-cache').header('vary', 'accept-language').type('application/manifest+json')
    return {
      id: '/',
      name,
      short_name: name,
      lang: language,
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#f5f7f9',
      theme_color: '#f5f7f9',
      icons: [icon(192), icon(512), icon(512, { purpose: 'maskable' })],
    }
  })
}
