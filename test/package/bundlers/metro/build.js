/** Builds as the packager of React Native does. */
const { mkdirSync } = require('node:fs')
const { join } = require('node:path')
const Metro = require('metro')
const { getDefaultConfig, mergeConfig } = require('metro-config')

async function build() {
  const defaults = await getDefaultConfig(__dirname)
  const config = mergeConfig(defaults, {
    projectRoot: __dirname,
    watchFolders: [__dirname],
    resolver: { unstable_conditionNames: ['react-native'] },
    transformer: { babelTransformerPath: require.resolve('@react-native/metro-babel-transformer') },
    reporter: { update() {} },
    maxWorkers: 1,
    cacheStores: [],
  })
  mkdirSync(join(__dirname, 'out'), { recursive: true })
  await Metro.runBuild(config, {
    entry: 'main.js',
    platform: 'ios',
    dev: false,
    minify: false,
    out: join(__dirname, 'out/main.js'),
  })
}

build().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
