/** Builds by the API of webpack; every warning is a failure. */
import webpack from 'webpack'
import config from './webpack.config.js'

webpack(config, (error, stats) => {
  if (error) throw error
  const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true })
  for (const { message } of [...errors, ...warnings]) console.error(message)
  process.exitCode = errors.length + warnings.length > 0 ? 1 : 0
})
