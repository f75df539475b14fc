/** `npm run build`: builds the published package into `dist`. */
import { dist } from '../modules.ts'
import { buildPackage } from './build-package.ts'

const { integrity } = await buildPackage(dist)
console.log(`dist/bundle.js ${integrity}`)
