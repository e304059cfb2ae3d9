// Every Node version must be able to parse this file: use only old syntax and no imports.
var version = process.versions.node
var parts = version.split('.')
var major = Number(parts[0])
var minor = Number(parts[1])
var isSupported = major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)

if (!isSupported) {
  console.error(
    'Stockie runs on Node 20.19, 22.12, 24 or newer, and this is Node ' +
      version +
      ': install a newer one from https://nodejs.org and start again.',
  )
  process.exit(1)
}
