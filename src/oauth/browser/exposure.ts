/** Who can read what a browser keeps. */

export const exposure =
  'A refresh token that stays good is kept where every script of this origin can read it; DPoP or a server would keep it safe'
