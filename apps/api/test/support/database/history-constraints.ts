import type { ConstraintCase } from './constraint-rules'

/** See constraint-cases.ts. */
export const historyCases: ConstraintCase[] = [
  ['activities_action_known', 'activities', { action: 'lost' }],
  ['activities_resource_known', 'activities', { resource: 'tills' }],
  ['activities_one_actor', 'activities', { by_command_line: true }],
  ['activities_changes_with_fields', 'activities', { action: 'changed' }],
  ['activities_changes_with_fields', 'activities', { changes: '[{"field": "name"}]' }],
  ['activities_changes_array', 'activities', { action: 'changed', changes: '{}' }],
  ['journal_source_known', 'journal', { source: 'tills' }],
  ['journal_action_known', 'journal', { action: 'lost' }],
  ['journal_day_or_expense', 'journal', { day: null }],
  ['journal_day_or_expense', 'journal', { expense_at: '2026-11-21' }],
  ['former_records_source_known', 'former_records', { source: 'tills' }],
  ['books_one_row', 'books', { id: 2 }],
  ['served_versions_one_row', 'served_versions', { id: 2 }],
]
