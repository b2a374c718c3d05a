import { Suspense, useEffect } from 'react';
import { Route, Switch } from 'wouter';
import { comeAlive } from '../lib/browser/start-up';
import { getSession, useSession } from '../lib/session/session';
import { AdminOnly, Loading, SignedIn } from './guards';
import { type Screen, screen } from './screen';

const Home = screen(() => import('../routes/home'));
const RecordVoiceDeal = screen(() => import('../routes/record-voice-deal'));
const CreateContract = screen(() => import('../routes/create-contract'));
const RecordScreen = screen(() => import('../routes/record'));
const Login = screen(() => import('../routes/login'));
const Signup = screen(() => import('../routes/signup'));
const Dashboard = screen(() => import('../routes/dashboard'));
const Checkout = screen(() => import('../routes/checkout'));
const Escrow = screen(() => import('../routes/escrow'));
const Admin = screen(() => import('../routes/admin'));
const AdminLogin = screen(() => import('../routes/admin-login'));
const RemoteContract = screen(() => import('../routes/remote-contract'));
const Confirm = screen(() => import('../routes/confirm'));
const Profile = screen(() => import('../routes/profile'));
const ResetPassword = screen(() => import('../routes/reset-password'));
const Verify = screen(() => import('../routes/verify'));
const VerifyAddress = screen(() => import('../routes/verify-address'));
const MailLanguage = screen(() => import('../routes/mail-language'));
const Contact = screen(() => import('../routes/contact'));
const Subscribe = screen(() => import('../routes/subscribe'));
const Receipts = screen(() => import('../routes/receipts'));
const Policy = screen(() => import('../routes/policy'));
const NotFound = screen(() => import('../routes/not-found'));

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
  return user ? <Dashboard /> : <Home />;
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
