import { expect, test } from 'vitest'
import { findStructureProblems, loneFiles } from './structure.mjs'

const lines = (count) => 'export const x = 1\n'.repeat(count)
const exceptions = Object.keys(loneFiles).map((file) => ({ file, text: '' }))
const problemsOf = (...files) => findStructureProblems([...exceptions, ...files])

test('a small file with one importer in its folder is a problem', () => {
  const small = { file: 'apps/api/src/http/part.ts', text: lines(10) }
  const user = {
    file: 'apps/api/src/http/whole.ts',
    text: `import { x } from './part'\n${lines(40)}`,
  }
  expect(problemsOf(small, user)).toEqual([
    expect.stringContaining('apps/api/src/http/part.ts has fewer'),
  ])
})

test('a small file with two importers, or with one in another folder, is no problem', () => {
  const small = { file: 'apps/web/src/lib/part.ts', text: lines(10) }
  const far = {
    file: 'apps/web/src/app/far.ts',
    text: `import { x } from '@/lib/part'\n${lines(40)}`,
  }
  const near = {
    file: 'apps/web/src/lib/near.ts',
    text: `import { x } from './part'\n${lines(40)}`,
  }
  expect(problemsOf(small, far)).toEqual([])
  expect(problemsOf(small, far, near)).toEqual([])
})

test('a test does not count as the importer of a small file', () => {
  const small = { file: 'apps/api/src/http/part.ts', text: lines(10) }
  const user = { file: 'apps/api/src/http/part.test.ts', text: `import { x } from './part'\n` }
  expect(problemsOf(small, user)).toEqual([])
})

test('a folder with 21 code files is a problem', () => {
  const files = Array.from({ length: 21 }, (_, index) => ({
    file: `apps/api/test/api/case-${index}.test.ts`,
    text: lines(50),
  }))
  expect(problemsOf(...files)).toEqual([
    expect.stringContaining('apps/api/test/api has 21 code files'),
  ])
  expect(problemsOf(...files.slice(1))).toEqual([])
})

test('two sources of one app with the same base name are a problem', () => {
  const one = { file: 'apps/api/src/one/backup.ts', text: lines(50) }
  const other = { file: 'apps/api/src/two/backup.ts', text: lines(50) }
  const elsewhere = { file: 'apps/web/src/lib/backup.tsx', text: lines(50) }
  expect(problemsOf(one, other)).toEqual([
    expect.stringContaining('The name "backup" occurs twice'),
  ])
  expect(problemsOf(one, elsewhere)).toEqual([])
})

test('an exception for a file that does not exist is a problem', () => {
  expect(findStructureProblems(exceptions.slice(1))).toEqual([
    expect.stringContaining(`an exception for ${exceptions[0]?.file}`),
  ])
})
