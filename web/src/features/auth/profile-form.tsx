import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { accountTexts } from '#texts/account';
import { Button } from '../../components/ui/button';
import { Field } from '../../components/ui/field';
import { toast } from '../../components/ui/toast-store';
import { ApiError, sentenceOf } from '../../lib/api/api-error';
import type { User } from '../../lib/api/api-types';
import { getSession, updateUser } from '../../lib/session/session';
import { checkProfile } from './account-validation';
import { updateProfile, userQuery } from './api';
import { focusFirstProblem, type Problems, type ProfileValues } from './validation';
import { UnverifiedNotice } from './verify-banner';

const text = accountTexts.profile;

/** The message of a field that the server named; its own sentence for a taken e-mail. */
function serverProblems(error: unknown): Problems<keyof ProfileValues> {
  if (!(error instanceof ApiError)) return {};
  if (error.code === 'email_taken') return { email: error.serverMessage ?? text.updateFallback };
  const found: Problems<keyof ProfileValues> = {};
  for (const { field, message } of error.problems) {
    if (field === 'username' || field === 'email') found[field] = message;
  }
  return found;
}

/** Name and e-mail of the account. */
export function ProfileForm({ user }: { user: User }) {
  const queries = useQueryClient();
  // What nobody has edited follows the account: sent back as it was, a confirmed address would be undone.
  const [edited, setEdited] = useState<Partial<ProfileValues>>({});
  const values: ProfileValues = { username: user.username, email: user.email, ...edited };
  const [problems, setProblems] = useState<Problems<keyof ProfileValues>>({});
  const request = useMutation({
    mutationFn: updateProfile,
    onSuccess: (changed) => {
      if (getSession().user?.id !== changed.id) return;
      updateUser(changed);
      queries.setQueryData(userQuery.queryKey, changed);
      setEdited({});
      toast({
        title: text.updated,
        text: changed.pendingEmail === null ? text.updatedText : text.pendingText(changed.pendingEmail),
      });
    },
    onError: (error) => {
      setProblems(serverProblems(error));
      toast({
        title: text.updateFailed,
        text: sentenceOf(error, text.updateFallback),
        tone: 'destructive',
      });
    },
  });

  const set = (change: Partial<ProfileValues>) => {
    setEdited({ ...edited, ...change });
    setProblems({});
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (request.isPending) return;
    const found = checkProfile(values);
    setProblems(found);
    if (focusFirstProblem(event.currentTarget, found)) return;
    request.mutate(values);
  };

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Field
        label={text.username}
        name="username"
        autoComplete="nickname"
        value={values.username}
        problem={problems.username}
        onChange={(event) => set({ username: event.target.value })}
      />
      <Field
        label={text.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        hint={text.emailHint}
        value={values.email}
        problem={problems.email}
        onChange={(event) => set({ email: event.target.value })}
      />
      <UnverifiedNotice user={user} />
      <Button type="submit" className="self-start" busy={request.isPending}>
        {request.isPending ? text.updating : text.update}
      </Button>
    </form>
  );
}
