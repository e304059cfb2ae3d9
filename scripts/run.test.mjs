import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './lib/process.mjs'

const runMjs = (...args) =>
  spawnSync(process.execPath, ['scripts/run.mjs', ...args], { cwd: root, encoding: 'utf8' })
const { stderr: usage, status } = runMjs('nonsense')
const { scripts } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
const tasks = Object.values(scripts).flatMap((script) => /run\.mjs (\S+)/.exec(script)?.[1] ?? [])

test('run.mjs exits with 1 and lists the tasks for an unknown one', () => {
  expect(status).toBe(1)
  expect(usage).toMatch(/^Usage: node scripts\/run\.mjs <task>\. The tasks are start, .*\.\n$/)
})

test.each(tasks)('run.mjs has the task %s of package.json', (task) => {
  expect(usage.match(/\w+/g)).toContain(task)
})

test('npm test refuses an unknown option before it prepares anything', () => {
  const refused = runMjs('test', '--slow')
  expect(refused.status).toBe(1)
  expect(refused.stdout).toBe('')
  expect(refused.stderr).toBe('npm test does not know --slow: its only option is --long.\n')
})
