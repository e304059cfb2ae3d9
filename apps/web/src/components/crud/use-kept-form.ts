import { useEffect, useState } from 'react'
import { useForm, type DefaultValues, type FieldValues, type Resolver } from 'react-hook-form'

import { newIdempotencyKey } from '@/lib/api/idempotency'
import { useEventCallback } from '@/lib/hooks/use-event-callback'
import { useTabKey } from '@/lib/tab/use-tab-key'
import { findChanges, readKeptFormOf, removeKeptForm, writeKeptForm } from './kept-form-storage'

interface KeptFormOptions<Row, Input, Values extends FieldValues> {
  /** The resource's path. A tab keeps one form for each. */
  path: string
  editing: Row | 'new'
  defaultValues: DefaultValues<Values>
  resolver: Resolver<Values, unknown, Input>
  /** Fields whose values are kept with any change, because their initial values depend on the day. */
  alwaysKept?: readonly (keyof Values)[] | undefined
}

/**
 * A form whose changes survive the end of the session and a reload. The idempotency key survives too, so
 * that a save whose response was lost adds no second record.
 */
export function useKeptForm<Row extends { id: number }, Input, Values extends FieldValues>({
  path,
  editing,
  defaultValues,
  resolver,
  alwaysKept = [],
}: KeptFormOptions<Row, Input, Values>) {
  const storageKey = useTabKey('form', path)
  const [initial] = useState(defaultValues)
  const [kept] = useState(() => readKeptFormOf(storageKey, editing))
  const [idempotencyKey, setIdempotencyKey] = useState(
    () => kept?.idempotencyKey ?? newIdempotencyKey(),
  )
  const form = useForm<Values, unknown, Input>({
    resolver,
    defaultValues: Object.assign({}, initial, kept?.changes),
  })

  const keep = useEventCallback((values: Values) => {
    const changes = findChanges(initial, values)
    const isChanged = Object.keys(changes).length > 0
    const also = isChanged ? alwaysKept.map((field) => [field, values[field]]) : []
    writeKeptForm(storageKey, {
      editing,
      changes: { ...Object.fromEntries(also), ...changes },
      idempotencyKey,
    })
  })
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }),
    [form, keep],
  )

  function hasChanges() {
    return Object.keys(findChanges(initial, form.getValues())).length > 0
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

  return { form, idempotencyKey, renewKey, hasChanges, forget }
}
