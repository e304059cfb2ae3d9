import { deletedRecords as report, ownerRole } from '@stockie/contracts'
import { parseQuery } from '@/http/parse-request'
import type { Read } from '@/http/reads'
import { deletedRecords } from './deleted-records'

export const deletedReads: Read[] = [
  {
    path: report.path,
    list: (asked) => deletedRecords(parseQuery(report.query, asked)),
    only: { role: ownerRole, refusal: 'The owner alone may see what was deleted.' },
  },
]
