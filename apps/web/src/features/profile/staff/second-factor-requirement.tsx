import type { Shop } from '@stockie/contracts'
import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'

import { ListPlaceholder } from '@/components/list-placeholder'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { request } from '@/lib/api/api-client'

const shop = queryOptions({
  queryKey: ['shop'],
  queryFn: ({ signal }) => request<Shop>('GET', '/shop', { signal }),
  meta: { failure: 'Failed to load the settings. Please try again.', isUncounted: true },
})

const changeShop = mutationOptions({
  mutationFn: async (secondFactorRequired: boolean, { client }) => {
    const saved = await request<Shop>('PUT', '/shop', { body: { secondFactorRequired } })
    client.setQueryData(shop.queryKey, saved)
    return saved
  },
  // It may be saved although its answer was lost.
  onError: (_error, _choice, _result, { client }) => client.invalidateQueries(shop),
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
  const saved = settings.data?.secondFactorRequired
  const isRequired = change.isPending ? change.variables : saved

  function choose(isChosen: boolean) {
    if (!change.isPending) change.mutate(isChosen)
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
