/** How servers say in words that they have lost a session. */

/** At the start of a clause, so that a tool or an argument named `session` is not taken for the session. */
export const LOST_SESSION: RegExp =
  /(^|[^\w\s] ?)(there is )?(((no|or|valid|invalid|missing|expired|such|active) )+session( ?id)?($|[^\w\s]| provided)|session( id)? (not found|expired|required)|server not initialized|no (transport|active sse))/i
