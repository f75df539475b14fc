/** How the code that the playground writes is compiled; `paths` are added, since they point to our sources. */
export const compilerOptions = {
  strict: true,
  // Our sources are compiled with it.
  exactOptionalPropertyTypes: true,
  noEmit: true,
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: ['node'],
  lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
}
