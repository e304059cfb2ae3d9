import { type QueryClient, QueryObserver } from '@tanstack/react-query'

import { toastError } from '@/lib/toast'
import type { CrudResource, CrudRow } from './crud-resource'
import { readKeptForm, readKeptFormOf, removeKeptForm } from './kept-form-storage'

interface KeptFormOptions<Row extends CrudRow> {
  storageKey: string
  resource: Pick<CrudResource<Row, never>, 'listWith' | 'wholeList' | 'restore'>
  client: QueryClient
  onOpen: (editing: Row | 'new') => void
  /** Combines the record as it is now with the one that was opened. */
  reopen: (now: Row, opened: Row) => Row
  signal: AbortSignal
}

/** Opens the form again that the tab has kept. A record is read again first, also from a list that failed. */
export function openKeptForm<Row extends CrudRow>(options: KeptFormOptions<Row>) {
  const { storageKey, resource, client, onOpen, reopen, signal } = options
  const editing = readKeptForm<Row>(storageKey)?.editing
  if (editing === undefined || signal.aborted) return
  if (editing === 'new') return onOpen(editing)

  const opened: Row = editing
  // Another user may have moved the record to another day, and so out of the list of its own day.
  openFrom(resource.listWith(opened), resource.wholeList)

  function openFrom(
    list: ReturnType<typeof resource.listWith>,
    wholeList: typeof resource.wholeList,
  ) {
    const observer = new QueryObserver(client, list)
    const stop = observer.subscribe(openOnceRead)
    signal.addEventListener('abort', stop)
    openOnceRead()

    function openOnceRead() {
      const { data, isFetching } = observer.getCurrentResult()
      if (data === undefined || isFetching) return
      stop()
      const now = data.find(({ id }) => id === opened.id)
      if (now) onOpen(reopen(now, opened))
      else if (wholeList) openFrom(wholeList(), undefined)
      else handleDeleted()
    }
  }

  function handleDeleted() {
    // Unless another form has taken its place meanwhile.
    if (!readKeptFormOf(storageKey, opened)) return
    if (resource.restore) {
      onOpen(opened)
      toastError(`“${opened.name}” was deleted. Save to restore it with your changes.`)
    } else {
      removeKeptForm(storageKey)
      toastError(`“${opened.name}” was deleted. Your changes to it cannot be saved.`)
    }
  }
}
