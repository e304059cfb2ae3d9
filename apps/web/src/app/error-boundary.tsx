import { Component, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'

import { ApiError } from '@/lib/api/api-error'

import { InternalErrorPage, UnreachablePage } from './error-pages'

/** Shows the 500 page for what breaks while it is drawn, until the person goes somewhere else. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation()
  return <Boundary place={key}>{children}</Boundary>
}

interface BoundaryProps {
  place: string
  children: ReactNode
}

interface BoundaryState {
  /** null while all is well. */
  broken: { by: unknown } | null
  place: string
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { broken: null, place: this.props.place }

  static getDerivedStateFromError(error: unknown) {
    return { broken: { by: error } }
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState) {
    return place === state.place ? null : { broken: null, place }
  }

  override render() {
    const { broken } = this.state
    if (!broken) return this.props.children
    const isUnreachable = broken.by instanceof ApiError && broken.by.status === 0
    return isUnreachable ? <UnreachablePage /> : <InternalErrorPage />
  }
}
