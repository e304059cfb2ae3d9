import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'

import { ApiError } from '@/lib/api/api-client'

import { InternalErrorPage, UnreachablePage } from './error-pages'

/** Shows the 500 page after an error during rendering, until the user navigates. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  return <Boundary locationKey={key}>{children}</Boundary>
}

interface BoundaryProps {
  locationKey: string
  children: ReactNode
}

interface BoundaryState {
  /** In an object, since any value can be thrown, even null. */
  failure: { error: unknown } | null
  locationKey: string
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null, locationKey: this.props.locationKey }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ locationKey }: BoundaryProps, state: BoundaryState) {
    return locationKey === state.locationKey ? null : { failure: null, locationKey }
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    const isUnreachable = failure.error instanceof ApiError && failure.error.status === 0
    return isUnreachable ? <UnreachablePage /> : <InternalErrorPage />
  }
}
