import { Suspense, useEffect } from 'react';
import { Route, Switch, useLocation, useSearch } from 'wouter';
import { comeAlive } from '../lib/browser/start-up';
import { getSession, useSession } from '../lib/session/session';
import { AdminOnly, Loading, SignedIn } from './guards';
import { dataScreen, type Screen, screen } from './screen';

const Home = screen(() => import('../features/marketing/home.screen'));
const RecordVoiceDeal = dataScreen(() => import('../features/new-agreement/record-voice-deal.screen'));
const CreateContract = dataScreen(() => import('../features/new-agreement/create-contract.screen'));
const RecordScreen = dataScreen(() => import('../features/recording/record-screen/record.screen'));
const Login = dataScreen(() => import('../features/auth/login.screen'));
const Signup = dataScreen(() => import('../features/auth/signup.screen'));
const Dashboard = dataScreen(() => import('../features/agreements/dashboard.screen'));
const Checkout = dataScreen(() => import('../features/payments/checkout.screen'));
const Escrow = dataScreen(() => import('../features/escrow/escrow.screen'));
const Admin = dataScreen(() => import('../features/admin/admin.screen'));
const AdminLogin = dataScreen(() => import('../features/admin/admin-login.screen'));
const RemoteContract = dataScreen(() => import('../features/consent/remote-contract.screen'));
const Confirm = dataScreen(() => import('../features/consent/confirm.screen'));
const Profile = dataScreen(() => import('../features/auth/profile.screen'));
const ResetPassword = dataScreen(() => import('../features/auth/reset-password.screen'));
const Verify = dataScreen(() => import('../features/verify/verify.screen'));
const VerifyAddress = dataScreen(() => import('../features/auth/verify-address.screen'));
const FileUnavailable = screen(() => import('../features/mailed-files/file-unavailable.screen'));
const MailLanguage = dataScreen(() => import('../features/mail-language/mail-language.screen'));
const Contact = dataScreen(() => import('../features/contact/contact.screen'));
const Subscribe = dataScreen(() => import('../features/subscription/subscribe.screen'));
const Receipts = dataScreen(() => import('../features/receipts/receipts.screen'));
const Policy = screen(() => import('../features/marketing/policy.screen'));
const NotFound = screen(() => import('./not-found.screen'));

/** What an address opens first, where nothing has to be known before it is drawn. */
const PUBLIC: Readonly<Record<string, Screen>> = {
  'how-it-works': Home,
  'record-voice-deal': RecordVoiceDeal,
  'create-contract': CreateContract,
  login: Login,
  signup: Signup,
  contact: Contact,
  'admin-login': AdminLogin,
  'remote-contract': RemoteContract,
  confirm: Confirm,
  verify: Verify,
  'file-unavailable': FileUnavailable,
};

/** Loads the screen of the address with which the app is opened, so that it is the first thing to be seen. */
export async function loadFirstScreen(path: string): Promise<void> {
  const [, name = ''] = path.split('/');
  if (name === '') await (getSession().user ? Dashboard : Home).load();
  else await PUBLIC[name]?.load();
}

/** Comes alive together with the screen beside it. */
function Awake() {
  useEffect(comeAlive, []);
  return null;
}

function Start() {
  const { user } = useSession();
  const [, navigate] = useLocation();
  const search = useSearch();
  // The address of a contract that somebody copied who was signed in here: the dashboard asks to sign in first.
  const isContract = user === null && new URLSearchParams(search).has('contract');
  useEffect(() => {
    if (isContract) navigate(`/dashboard?${search}`, { replace: true });
  }, [isContract, search, navigate]);
  return user ? <Dashboard key={user.id} /> : <Home />;
}

/** Address → screen. Every screen is loaded when it is first opened. */
export function Routes() {
  return (
    <Suspense fallback={<Loading />}>
      <Awake />
      <Switch>
        <Route path="/">
          <Start />
        </Route>
        <Route path="/how-it-works">
          <Home />
        </Route>
        <Route path="/record-voice-deal">
          <RecordVoiceDeal />
        </Route>
        <Route path="/create-contract">
          <CreateContract />
        </Route>
        <Route path="/login">
          <Login />
        </Route>
        <Route path="/signup">
          <Signup />
        </Route>
        <Route path="/dashboard">
          <SignedIn>
            <Dashboard />
          </SignedIn>
        </Route>
        <Route path="/record">
          <SignedIn>
            <RecordScreen />
          </SignedIn>
        </Route>
        <Route path="/checkout">
          <SignedIn>
            <Checkout />
          </SignedIn>
        </Route>
        <Route path="/escrow">
          <Escrow />
        </Route>
        <Route path="/subscribe">
          <SignedIn>
            <Subscribe />
          </SignedIn>
        </Route>
        <Route path="/receipts">
          <SignedIn>
            <Receipts />
          </SignedIn>
        </Route>
        <Route path="/remote-contract/:agreementId">
          <RemoteContract />
        </Route>
        <Route path="/confirm/:agreementId">
          <Confirm />
        </Route>
        <Route path="/profile">
          <Profile />
        </Route>
        <Route path="/reset-password">
          <ResetPassword />
        </Route>
        <Route path="/verify-address">
          <VerifyAddress />
        </Route>
        <Route path="/mail-language">
          <MailLanguage />
        </Route>
        <Route path="/file-unavailable">
          <FileUnavailable />
        </Route>
        <Route path="/verify/:agreementId?">
          <Verify />
        </Route>
        <Route path="/contact">
          <Contact />
        </Route>
        <Route path={/^\/(?:terms|privacy|refunds|about)\/?$/}>
          <Policy />
        </Route>
        <Route path="/admin-login">
          <AdminLogin />
        </Route>
        <Route path="/admin">
          <AdminOnly>
            <Admin />
          </AdminOnly>
        </Route>
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </Suspense>
  );
}
