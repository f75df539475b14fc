/** The warning about stores that every script of the page's origin can read. */

export const EXPOSURE_WARNING =
  'A refresh token that stays good is kept where every script of this origin can read it; DPoP or a server would keep it safe'
