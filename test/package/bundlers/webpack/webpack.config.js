/** A page with the application, as webpack builds it without further settings. */
import { join } from 'node:path'

export default {
  mode: 'production',
  devtool: false,
  context: import.meta.dirname,
  entry: './main.js',
  experiments: { outputModule: true },
  output: { path: join(import.meta.dirname, 'out'), filename: 'main.js', module: true, clean: true },
}
