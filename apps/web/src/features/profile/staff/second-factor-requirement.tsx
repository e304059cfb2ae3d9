import type { Shop } from '@stockie/contracts'
import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { ListPlaceholder } from '@/components/list-placeholder'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { request } from '@/lib/api/api-client'

const shop = queryOptions({
  queryKey: ['shop'],
  queryFn: ({ signal }) => request<Shop>('GET', '/shop', { signal }),
  meta: { failure: 'Failed to load the settings. Please try again.' },
})

const changeShop = mutationOptions({
  mutationFn: (secondFactorRequired: boolean) =>
    request<Shop>('PUT', '/shop', { body: { secondFactorRequired } }),
  meta: {
    success: 'Setting saved.',
    failure: 'Failed to save the setting. Please try again.',
  },
})

/** The owner's choice whether owners and managers need a second factor. */
export function SecondFactorRequirement() {
  const settings = useQuery(shop)
  const change = useMutation(changeShop)
  const noteId = useId()
  const boxId = useId()
  /** What the owner chose, until the settings say the same. */
  const [chosen, setChosen] = useState<boolean | null>(null)
  const saved = settings.data?.secondFactorRequired
  if (chosen !== null && chosen === saved && !change.isPending) setChosen(null)
  const isRequired = chosen ?? saved

  function choose(isChosen: boolean) {
    if (change.isPending) return
    setChosen(isChosen)
    change.mutate(isChosen, { onError: () => setChosen(null) })
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle>Second factor</CardTitle>
        <CardDescription id={noteId}>
          Owners and managers without one must set it up after their next sign-in.
        </CardDescription>
      </CardHeader>
      <CardContent>
        {isRequired === undefined ? (
          <ListPlaceholder
            list={settings}
            loading="Loading settings..."
            failure="Failed to load the settings."
          />
        ) : (
          <div className="flex items-center gap-3 text-sm font-medium">
            <Checkbox
              id={boxId}
              checked={isRequired}
              // `disabled` would drop the focus.
              aria-disabled={change.isPending}
              aria-describedby={noteId}
              onChange={({ target }) => choose(target.checked)}
            />
            <label htmlFor={boxId}>Required for owners and managers</label>
          </div>
        )}
      </CardContent>
    </Card>
  )
}
