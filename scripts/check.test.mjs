import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './lib/root.mjs'
import { copyProject } from './test/copy.mjs'

/** What must be refused: a file that breaks one rule, and the word by which the check names the rule. */
const broken = [
  [
    'a type error',
    'packages/contracts/src/broken-type.ts',
    `export const one: string = 1\n`,
    'TS2322',
  ],
  ['a type error in scripts', 'scripts/broken-type.mjs', `Math.max('a')\n`, 'TS2345'],
  [
    'any',
    'apps/api/src/http/broken-any.ts',
    `export const one = (x: any) => x.y\n`,
    'no-explicit-any',
  ],
  [
    'a floating promise',
    'apps/api/src/http/broken-promise.ts',
    `export async function later() {}\nlater()\n`,
    'no-floating-promises',
  ],
  [
    'an assertion that nothing is missing',
    'apps/api/src/http/broken-assertion.ts',
    `export const first = (list: string[]) => list[0]!\n`,
    'no-non-null-assertion',
  ],
  [
    'process.env outside env.ts',
    'apps/api/src/http/broken-env.ts',
    `export const port = process.env.PORT\n`,
    'no-process-env',
  ],
  [
    'a module that imports a module',
    'apps/api/src/modules/broken/broken.service.ts',
    `import * as other from '@/modules/sessions/sessions.service'\nexport const x = other\n`,
    'Modules never import modules.',
  ],
  [
    'http that imports a module',
    'apps/api/src/http/broken-layer.ts',
    `import * as other from '@/modules/sessions/sessions.service'\nexport const x = other\n`,
    'http lies below modules.',
  ],
  [
    'a feature that imports a feature',
    'apps/web/src/features/broken/broken-page.tsx',
    `import * as other from '@/features/login/login-page'\nexport const x = other\n`,
    'A feature never imports a feature.',
  ],
  [
    'lib that imports components',
    'apps/web/src/lib/broken-layer.ts',
    `import * as other from '@/components/logo'\nexport const x = other\n`,
    'lib lies below components.',
  ],
  [
    'an import that climbs',
    'apps/web/src/lib/broken-climb.ts',
    `import * as other from '../components/logo'\nexport const x = other\n`,
    'Across folders import from "@/…".',
  ],
  [
    'the api in the web app',
    'apps/web/src/lib/broken-app.ts',
    `import * as other from '@stockie/api'\nexport const x = other\n`,
    'TS2307',
  ],
  [
    'fetch outside the api client',
    'apps/web/src/features/broken/broken-fetch.ts',
    `export const x = () => fetch('/api/v1/customers')\n`,
    'Only lib/api-client talks to the API.',
  ],
  [
    'a toast in a screen',
    'apps/web/src/features/broken/broken-toast.ts',
    `import { toast } from 'sonner'\nexport const x = toast\n`,
    'Toasts are raised by lib and components',
  ],
  [
    'a cycle',
    'apps/web/src/lib/broken-cycle.ts',
    `import { b } from './broken-cycle-back'\nexport const a = () => b\n`,
    'no-cycle',
  ],
  [
    'the other half of the cycle',
    'apps/web/src/lib/broken-cycle-back.ts',
    `import { a } from './broken-cycle'\nexport const b = () => a\n`,
    'no-cycle',
  ],
  [
    'a default export',
    'apps/web/src/lib/broken-default.ts',
    `export default function broken() {}\n`,
    'no-default-export',
  ],
  [
    'a file past the wall of 200 lines',
    'apps/api/src/http/broken-length.ts',
    Array.from({ length: 201 }, (_, line) => `export const line${line} = ${line}\n`).join(''),
    'max-lines',
  ],
  ['bad formatting', 'packages/contracts/src/broken-format.ts', `export  const x = {a:1};\n`, ''],
  ['a dead file', 'apps/web/src/lib/broken-dead.ts', `export const nobody = 1\n`, 'Unused files'],
]

let copy
let result

beforeAll(async () => {
  copy = await copyProject()
  for (const [, file, text] of broken) await copy.write(file, text)
  const contracts = 'packages/contracts/package.json'
  const manifest = JSON.parse(await readFile(path.join(root, contracts), 'utf8'))
  manifest.dependencies['left-pad'] = '1.3.0'
  await copy.write(contracts, `${JSON.stringify(manifest, null, 2)}\n`)
  // Not scripts/check.mjs: it would first install what the changed package.json asks for.
  const program = `import('${copy.folder}/scripts/lib/check.mjs').then(({ runChecks }) => runChecks())`
  const { stdout } = spawnSync(process.execPath, ['-e', program], { cwd: copy.folder })
  result = String(stdout)
})

afterAll(() => copy.remove())

test.each(broken)('refuses %s', (_name, file, _text, rule) => {
  // A finding is one line of tsc, oxfmt or knip, or a block of oxlint's that begins with an x.
  const findings = result.split(/\n(?= {2}x |\S)/)
  const name = file.replace(/^scripts\//, '')
  const about = findings.filter((finding) => finding.includes(name))
  expect(about.join('\n')).toContain(name)
  const rules = rule === 'Unused files' ? [result] : about
  expect(rules.filter((finding) => finding.includes(rule))).not.toEqual([])
})

test('refuses a dependency that nothing uses', () => {
  expect(result).toMatch(/Unused dependencies[^]*left-pad/)
})

test('contracts depend on zod alone, and the apps never on each other', async () => {
  const read = async (name) =>
    Object.keys(
      JSON.parse(await readFile(path.join(root, name, 'package.json'), 'utf8')).dependencies,
    )
  expect(await read('packages/contracts')).toEqual(['zod'])
  expect(await read('apps/api')).not.toContain('@stockie/web')
  expect(await read('apps/web')).not.toContain('@stockie/api')
})

test('reads the build environment nowhere but in env.ts', async () => {
  const { stdout } = spawnSync('git', ['grep', '-l', 'import.meta.env', '--', 'apps/web/src'], {
    cwd: root,
  })
  expect(String(stdout).trim()).toMatch(/^(apps\/web\/src\/env\.ts)?$/)
})
