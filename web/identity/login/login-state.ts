/**
 * What the log-in shows to someone who has just set a password by a mailed link. It travels in the state of the navigation, not in the address, which
 * histories and logs keep.
 */
export interface LoginState {
  email: string;
  /** Address of the organisation's logo; null for the logo of the brand. */
  logoUrl: string | null;
}
