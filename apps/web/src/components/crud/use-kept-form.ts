import { useEffect, useRef, useState } from 'react'
import {
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type PathValue,
  type Resolver,
} from 'react-hook-form'

import { newIdempotencyKey } from '@/lib/api/idempotency'
import { useEventCallback } from '@/lib/hooks/use-event-callback'
import { useTabKey } from '@/lib/tab/use-tab-key'
import { findChanges, readKeptFormOf, removeKeptForm, writeKeptForm } from './kept-form-storage'

interface KeptFormOptions<Row, Input, Values extends FieldValues> {
  /** The resource's path. A tab keeps one form for each. */
  path: string
  editing: Row | 'new'
  /** The values of an empty form, or of a form that shows this record. */
  valuesOf: (row: Row | null) => DefaultValues<Values>
  resolver: Resolver<Values, unknown, Input>
  /** Fields whose values are kept with any change, because their initial values depend on the day. */
  alwaysKept?: readonly (keyof Values)[] | undefined
  /** Values with which a new form opens. The tab keeps a form of its own for each of them. */
  given?: Partial<Values> | undefined
}

/** What the edit began with. */
interface Origin<Row> {
  /** Its version is the one that the edit replaces. */
  row: Row | 'new'
  /** Its values, except for fields that already have newer ones. */
  values: Record<string, unknown>
  /** The values of each save whose answer is unknown. Empty values if the record was merged since. */
  unanswered: readonly Record<string, unknown>[]
}

/**
 * A form whose changes survive the end of the session and a reload. The idempotency key survives too, so
 * that a save whose response was lost adds no second record.
 */
export function useKeptForm<Row extends { id: number }, Input, Values extends FieldValues>({
  path,
  editing,
  valuesOf,
  resolver,
  alwaysKept = [],
  given,
}: KeptFormOptions<Row, Input, Values>) {
  const storageKey = useTabKey('form', given ? `${path} ${JSON.stringify(given)}` : path)
  const [initial] = useState(() =>
    Object.assign({}, valuesOf(editing === 'new' ? null : editing), given),
  )
  const [kept] = useState(() => readKeptFormOf(storageKey, editing))
  const [first] = useState<Origin<Row>>(() => {
    const row = kept?.editing ?? editing
    const opened = Object.entries(valuesOf(row === 'new' ? null : row))
    // The form shows the record as it is now, except for the fields that were changed before.
    const changed = opened.filter(([name]) => kept && name in kept.changes)
    const values = Object.assign({}, initial, Object.fromEntries(changed))
    return { row, values, unanswered: kept?.unanswered ?? [] }
  })
  const origin = useRef(first)
  const [hasUnanswered, setHasUnanswered] = useState(first.unanswered.length > 0)
  const [idempotencyKey, setIdempotencyKey] = useState(
    () => kept?.idempotencyKey ?? newIdempotencyKey(),
  )
  const form = useForm<Values, unknown, Input>({
    resolver,
    defaultValues: Object.assign({}, initial, kept?.changes),
  })

  const keep = useEventCallback((values: Values) => {
    const { row, values: before, unanswered } = origin.current
    const changes = findChanges(before, values)
    const isChanged = Object.keys(changes).length > 0
    const also = isChanged ? alwaysKept.map((field) => [field, values[field]]) : []
    writeKeptForm(storageKey, {
      editing: row,
      changes: { ...Object.fromEntries(also), ...changes },
      idempotencyKey,
      ...(unanswered.length > 0 && { unanswered: [...unanswered] }),
    })
  })
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [form, keep],
  )

  /** The edit goes on from another state of the record. Fields that have another value by now get it. */
  function rebase(row: Row, values: Record<string, unknown>, now: Record<string, unknown>) {
    // An unanswered save may still have moved the stock. Its values say nothing about the merged record.
    const unanswered = origin.current.unanswered.length > 0 ? [{}] : []
    origin.current = { row, values, unanswered }
    const fields = form.getValues()
    for (const [name, value] of Object.entries(now)) {
      if (value === fields[name]) continue
      const field = name as FieldPath<Values>
      form.setValue(field, value as PathValue<Values, typeof field>, { shouldValidate: true })
    }
    keep(form.getValues())
  }

  /** The server may have saved these values. */
  function noteUnanswered(values: Record<string, unknown>) {
    const { unanswered } = origin.current
    origin.current = { ...origin.current, unanswered: [...unanswered, values] }
    setHasUnanswered(true)
    keep(form.getValues())
  }

  function hasChanges() {
    return Object.keys(findChanges(origin.current.values, form.getValues())).length > 0
  }

  /** For when the form is saved or discarded. */
  function forget() {
    if (readKeptFormOf(storageKey, editing)) removeKeptForm(storageKey)
  }

  /** The next save adds another record. */
  function renewKey() {
    const own = readKeptFormOf(storageKey, editing)
    const renewed = newIdempotencyKey()
    setIdempotencyKey(renewed)
    if (own) writeKeptForm(storageKey, { ...own, idempotencyKey: renewed })
  }

  return {
    path,
    form,
    idempotencyKey,
    renewKey,
    origin,
    rebase,
    noteUnanswered,
    hasUnanswered,
    hasChanges,
    forget,
  }
}
