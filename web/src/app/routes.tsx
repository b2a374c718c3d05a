import { lazy, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { useSession } from '../lib/session';
import { Loading, SignedIn } from './guards';

const Home = lazy(() => import('../routes/home'));
const RecordVoiceDeal = lazy(() => import('../routes/record-voice-deal'));
const Login = lazy(() => import('../routes/login'));
const Signup = lazy(() => import('../routes/signup'));
const Dashboard = lazy(() => import('../routes/dashboard'));
const Checkout = lazy(() => import('../routes/checkout'));
const NotFound = lazy(() => import('../routes/not-found'));

function Start() {
  const { user } = useSession();
  return user ? <Dashboard /> : <Home />;
}

/** Address → screen. Every screen is loaded when it is first opened. */
export function Routes() {
  return (
    <Suspense fallback={<Loading />}>
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
        <Route path="/checkout">
          <SignedIn>
            <Checkout />
          </SignedIn>
        </Route>
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </Suspense>
  );
}
