import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/lib/process.mjs'

const folder = path.join(root, '.github/workflows')
const workflows = (await readdir(folder)).filter((name) => name.endsWith('.yml'))
const read = (name) => readFile(path.join(folder, name), 'utf8')

test.each(workflows)('%s calls only scripts of package.json', async (name) => {
  const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  const text = await read(name)
  for (const [, called = ''] of text.matchAll(/npm (?:run )?([\w:-]+)/g)) {
    expect(Object.keys(scripts)).toContain(called)
  }
})

test.each(workflows)(
  '%s has read permission by default, and a timeout for every job',
  async (name) => {
    const text = await read(name)
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
    expect(text).toMatch(/^concurrency:$/m)
    const jobs =
      text.slice(text.indexOf('\njobs:')).match(/^ {2}[\w-]+:\n(?! {4}(if: .+\n {4})?uses:)/gm) ??
      []
    expect(text.match(/^ {4}timeout-minutes: \d+$/gm)).toHaveLength(jobs.length)
  },
)

test('all workflows use the same version of an action', async () => {
  const texts = await Promise.all(workflows.map(read))
  const used = texts.flatMap((text) => text.match(/(?<=uses: ).+/g) ?? [])
  const names = used.map((action) => action.replace(/@.*/, ''))
  expect(new Set(used).size).toBe(new Set(names).size)
})

test.each(workflows)('%s pins actions by commit and passes them no secret', async (name) => {
  const text = await read(name)
  const actions = text.match(/(?<=uses: )(?!\.\/).+/g) ?? []
  // A tag can be moved to another commit. The version comment is for readers and for Dependabot.
  const unpinned = actions.filter(
    (each) => !/^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(each),
  )
  expect(unpinned).toEqual([])
  const checkouts = text.match(/uses: actions\/checkout@.+\n.+/g) ?? []
  expect(checkouts.filter((each) => !each.endsWith('persist-credentials: false }'))).toEqual([])
  // Text from other people must not run with our secrets or become part of a command.
  expect(text).not.toMatch(/pull_request_target|workflow_run|run: .*\$\{\{/)
  const secrets = text.match(/secrets\.\w+|secrets: inherit/g) ?? []
  expect(secrets.filter((secret) => secret !== 'secrets.GITHUB_TOKEN')).toEqual([])
})

test('only the publish job of the image has write permission, and it attests the SBOM', async () => {
  const texts = await Promise.all(workflows.map(read))
  const writes = texts.flatMap((text) => text.match(/[\w-]+: write/g) ?? [])
  expect(writes).toEqual(['packages: write', 'id-token: write', 'attestations: write'])
  const image = await read('image.yml')
  const publish = image.slice(image.indexOf('\n  publish:'))
  for (const line of ["if: startsWith(github.ref, 'refs/tags/v')", 'needs: [journey, test]']) {
    expect(publish).toContain(line)
  }
  expect(publish).toMatch(
    /npm run sbom -- (\S+)\n[\s\S]+attest-sbom[\s\S]+sbom-path: \1\n[\s\S]+path: \1\n/,
  )
})

// @holds asvs 15.2.1
test('the audit runs every day, and no workflow hides a failure', async () => {
  const audit = await read('audit.yml')
  expect(audit).toMatch(/cron: '\d+ \d+ \* \* \*'/)
  expect(audit).toMatch(/- run: npm run audit\n$/)
  const texts = await Promise.all(workflows.map(read))
  expect(texts.join()).not.toMatch(/continue-on-error|\|\| true|ignore-registry-errors/)
})
