import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Phonedeck · API</title>
    <link rel="stylesheet" href="/api/docs/assets/swagger-ui.css">
    <link rel="icon" href="/api/docs/assets/favicon-32x32.png">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/api/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/api/docs/reference.js"></script>
  </body>
</html>
`

/** In a file of its own, as the content security policy wants it. */
const script = `SwaggerUIBundle({
  url: '/api/docs/openapi.yaml',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  tagsSorter: 'alpha',
  showExtensions: true,
})
`

const assets = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png']

/** The API reference at `/api/docs`: the contract as OpenAPI has it, drawn by swagger-ui from this server alone. */
export async function serveApiDocs(app: FastifyInstance, contractText: string): Promise<void> {
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get('/api/docs/reference.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script))
  // It is JSON, which YAML has as well.
  app.get('/api/docs/openapi.yaml', (_request, reply) =>
    reply.type('application/yaml; charset=utf-8').send(contractText),
  )
  await app.register(fastifyStatic, {
    root: dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json'))),
    prefix: '/api/docs/assets/',
    decorateReply: false,
    maxAge: '1d',
    allowedPath: (path) => assets.some((asset) => path.endsWith(asset)),
  })
}
