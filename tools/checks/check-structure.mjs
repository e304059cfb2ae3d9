import path from 'node:path'
import { findStructureProblems, listCodeFiles } from './structure.mjs'

const problems = findStructureProblems(listCodeFiles(path.resolve(import.meta.dirname, '../..')))
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
