import { execFile, spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiLayers, webLayers } from '../oxlint.config.mjs'
import { root } from './lib/process.mjs'
import { ruleBreaches } from './testing/rule-breaches.mjs'
import { copyProject } from './testing/project-copy.mjs'

let copy
let result

beforeAll(async () => {
  // The checks read the broken files and the settings. All other sources would only take time.
  const isSource = /\.(test|spec)\.|\/(test|e2e|src|seed)\//
  copy = await copyProject({ isCopied: (file) => !isSource.test(file) })
  for (const [, file, text] of ruleBreaches) await copy.write(file, text)
  const contracts = 'packages/contracts/package.json'
  const manifest = JSON.parse(await readFile(path.join(root, contracts), 'utf8'))
  manifest.dependencies['left-pad'] = '1.3.0'
  await copy.write(contracts, `${JSON.stringify(manifest, null, 2)}\n`)
  // Not `scripts/run.mjs check`: it would first install the packages of the changed package.json.
  const program = `import('${copy.folder}/scripts/lib/check.mjs').then(({ runChecks }) => runChecks())`
  // In CI oxlint prints findings in colour and in another format.
  const env = { ...process.env, CI: undefined, FORCE_COLOR: undefined, NO_COLOR: '1' }
  // Asynchronous, because Vitest gives up on a worker that is blocked for a minute.
  const checkProcess = promisify(execFile)(process.execPath, ['-e', program], {
    cwd: copy.folder,
    env,
    maxBuffer: 2 ** 24,
  })
  result = (await checkProcess).stdout
})

afterAll(() => copy.remove())

// @holds asvs 1.2.4
test.each(ruleBreaches)('npm run check rejects %s', (_name, file, _text, rule) => {
  // A finding is a line of oxfmt or knip, or a block of oxlint that begins with an x.
  const findings = result.split(/\n(?= {2}x |\S)/)
  const name = file.replace(/^scripts\//, '')
  const related = findings.filter((finding) => finding.includes(name))
  expect(related.join('\n')).toContain(name)
  const rules = rule === 'Unused files' ? [result] : related
  expect(rules.filter((finding) => finding.includes(rule))).not.toEqual([])
})

test('npm run check rejects an unused dependency', () => {
  expect(result).toMatch(/Unused dependencies[^]*left-pad/)
})

test('contracts depend only on zod, and the apps do not depend on each other', async () => {
  const read = async (name) => {
    const manifest = JSON.parse(await readFile(path.join(root, name, 'package.json'), 'utf8'))
    const { dependencies, devDependencies, optionalDependencies, peerDependencies } = manifest
    const all = {
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
      ...peerDependencies,
    }
    return { shipped: Object.keys(dependencies), all: Object.keys(all) }
  }
  expect((await read('packages/contracts')).shipped).toEqual(['zod'])
  expect((await read('apps/api')).all).not.toContain('@stockie/web')
  expect((await read('apps/web')).all).not.toContain('@stockie/api')
})

test('every source folder and root file of the apps is a layer', async () => {
  const layers = async (app) => {
    const entries = await readdir(path.join(root, app, 'src'), { withFileTypes: true })
    return entries
      .filter((entry) => entry.isDirectory() || /(?<!\.test)\.tsx?$/.test(entry.name))
      .map(({ name }) => name.replace(/\.tsx?$/, ''))
  }
  expect(apiLayers).toEqual(expect.arrayContaining(await layers('apps/api')))
  expect([...webLayers, 'test', 'main']).toEqual(expect.arrayContaining(await layers('apps/web')))
})

test('only env.ts reads the build environment of the web app', async () => {
  const { stdout } = spawnSync('git', ['grep', '-l', 'import.meta.env', '--', 'apps/web/src'], {
    cwd: root,
  })
  expect(String(stdout).trim()).toMatch(/^(apps\/web\/src\/env\.ts)?$/)
})
