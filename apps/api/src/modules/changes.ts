import { changes } from '@stockie/contracts'
import { revisionSql } from '#src/database/sql/list-query'
import type { RowQuery } from '#src/database/sql/row-reader'
import type { ApiModule } from '#src/http/api-router'
import { listEndpoint } from '#src/http/endpoints/list-endpoints'
import { describeReport } from '#src/http/openapi/resources'

/**
 * The revision of all lists together. It reads every row of "changes", which has one for each source and day:
 * 0.8 ms after ten years (decision 032).
 */
const revisionQuery: RowQuery = {
  name: 'changes',
  text: `select ${revisionSql} as revision from changes`,
}

export const changesModule: ApiModule = {
  describe: describeReport(changes, {
    rowName: 'changes',
    operationId: 'getChanges',
    tag: 'Changes',
    summary: 'Get the revision of all lists together',
    description:
      'It changes with every write to a record that a list or a report shows. Ask it every few seconds with ' +
      '`If-None-Match`, and read the lists again when it has changed. Then send their ETags too.',
    isSingle: true,
  }),
  endpoints: ({ answerList }) => [
    // Its answers raise the position that a client has seen.
    listEndpoint(answerList, {
      path: changes.path,
      list: () => revisionQuery,
      needsPrimary: true,
    }),
  ],
}
