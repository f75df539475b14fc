'use client'

import { createElement, useEffect } from 'react'
import { greet } from './greet.js'

export default function Page() {
  useEffect(() => {
    const show = (text) => {
      document.title = String(text)
    }
    greet('Next.js, client').then(show, show)
  }, [])
  return createElement('p', undefined, 'The title says it.')
}
