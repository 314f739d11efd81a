// npm run generate: what openapi.yaml generates, with the types that an editor shows.
import { generate, generateTypes, install } from './prepare.mjs'

install()
await generate()
await generateTypes()
