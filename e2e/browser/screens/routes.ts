import { Journey, type Saved } from '#testing';
import { linkTo, paidRemoteContract } from '../people.js';
import { newcomer, paidContract, unpaidContract } from '../prepared-people.js';

export const ROLES = ['visitor', 'user', 'admin', 'party B'] as const;
export type Role = (typeof ROLES)[number];

/** What the addresses with an agreement in them are about. */
export interface Cast {
  user: Journey;
  unpaid: Saved;
  paid: Saved;
  /** The mailed link of party B, with its key. */
  link: string;
}

export async function castRoles(): Promise<Cast> {
  const [user, { anna }] = await Promise.all([newcomer(), paidRemoteContract()]);
  const [unpaid, paid, link] = await Promise.all([
    unpaidContract(user),
    paidContract(user),
    linkTo(anna.emailB),
  ]);
  return { user, unpaid, paid, link };
}

export interface Screen {
  /** Its h1. */
  heading: string | RegExp;
  /** Its document's title, without the name of the product. */
  title: string | RegExp;
}

interface RouteRow {
  route: string;
  /** Of the document; default: 200. */
  status?: number;
  /** As opened by this role; default: the route itself. */
  address?: (cast: Cast, role: Role) => string;
  /** What those see who may open it. */
  screen: Screen;
  /** What others see instead; default: everybody sees the same. */
  instead?: Partial<Record<Role, Screen & { path?: string }>>;
}

export const LOGIN = { heading: 'Sign In', title: 'Sign In', path: '/login' };
const ADMIN_LOGIN = { heading: 'Admin Login', title: 'Admin Login', path: '/admin-login' };
const MARKETING = { heading: /\w/, title: /^(?!Dashboard)/ };
const DASHBOARD = { heading: 'Welcome back, Anna Miller', title: 'Dashboard' };

const WAY_BACK = { heading: 'Payment protection', title: 'Payment protection' };

/** Everybody without a user's session is sent to the login page. */
const forUsers = { visitor: LOGIN, admin: LOGIN, 'party B': LOGIN };

/** Every row of the route table, and what each role finds there. */
export const ROUTES: readonly RouteRow[] = [
  { route: '/', screen: MARKETING, instead: { user: DASHBOARD } },
  { route: '/how-it-works', screen: MARKETING },
  { route: '/record-voice-deal', screen: { heading: 'Split Second Contract', title: '' } },
  { route: '/login', screen: LOGIN },
  { route: '/signup', screen: { heading: 'Create Account', title: 'Create Account' } },
  { route: '/verify', screen: { heading: 'Verify an agreement', title: 'Verify an agreement' } },
  {
    route: '/verify/{agreementId}',
    address: ({ paid }) => `/verify/${paid.agreementId}`,
    screen: { heading: 'Verify an agreement', title: /^Agreement \d{16}$/ },
  },
  { route: '/contact', screen: { heading: 'Contact Support', title: 'Contact Support' } },
  { route: '/admin-login', screen: ADMIN_LOGIN },
  {
    route: '/remote-contract/{agreementId}',
    address: ({ link }, role) => (role === 'party B' ? link : (link.split('?')[0] ?? '')),
    screen: { heading: 'Voice Contract Invitation', title: 'Voice Contract Invitation' },
  },
  {
    route: '/confirm/{agreementId}',
    // The link of the mail is in the grid of states; without its key nobody sees anything.
    address: ({ paid }) => `/confirm/${paid.agreementId}`,
    screen: { heading: 'Agreement Not Found', title: 'Agreement Not Found' },
  },
  { route: '/dashboard', screen: DASHBOARD, instead: forUsers },
  {
    route: '/profile',
    screen: { heading: 'Profile Settings', title: 'Profile Settings' },
    instead: forUsers,
  },
  {
    route: '/record',
    address: ({ unpaid }) => `/record?agreementId=${unpaid.agreementId}&plan=split-second-contract`,
    screen: { heading: 'Record Your Agreement', title: 'Record Your Agreement' },
    instead: forUsers,
  },
  {
    route: '/checkout',
    address: ({ unpaid }) => `/checkout?agreementId=${unpaid.agreementId}&plan=split-second-contract`,
    screen: { heading: 'Checkout', title: 'TEST · Checkout' },
    instead: forUsers,
  },
  {
    route: '/subscribe',
    screen: { heading: 'Monthly Subscription', title: 'TEST · Monthly Subscription' },
    instead: forUsers,
  },
  {
    route: '/escrow',
    address: ({ paid }) => `/escrow?agreementId=${paid.agreementId}`,
    screen: { heading: 'Payment protection', title: 'TEST · Payment protection' },
    // Sellers have no account: they are told how to come back.
    instead: { visitor: WAY_BACK, admin: WAY_BACK, 'party B': WAY_BACK },
  },
  { route: '/receipts', screen: { heading: 'Receipts', title: 'Receipts' }, instead: forUsers },
  {
    route: '/admin',
    screen: { heading: 'Administration', title: /Administration/ },
    instead: { visitor: ADMIN_LOGIN, user: ADMIN_LOGIN, 'party B': ADMIN_LOGIN },
  },
  { route: '/no-such-page', status: 404, screen: { heading: 'Page Not Found', title: 'Page Not Found' } },
  {
    route: '/dashboard/no-such-page',
    status: 404,
    screen: { heading: 'Page Not Found', title: 'Page Not Found' },
  },
];

/** "Sign In · Split Second Contract", or only the product's name. */
export function titleOf({ title }: Screen): RegExp {
  if (typeof title !== 'string')
    return new RegExp(`${title.source.replace(/\$$/, '')}.*Split Second Contract`);
  const name = 'Split Second Contract';
  return new RegExp(`^${title && title !== name ? `${title} · ` : ''}${name}$`);
}
