-- Logging in: guesses that slow the next one down, devices that are known, captcha answers that were used, second factors.

-- Whose guesses are counted. Hashed, so that the table names nobody, and the same for addresses that nobody has.
create function login_account(brand int, email text) returns bytea language sql immutable parallel safe as $$
  select sha256(convert_to('account:' || brand || ':' || lower(btrim(email)), 'UTF8'))
$$;

-- When the next guess is looked at after so many wrong ones in a row: at once for the first five, then after a second, two,
-- four, at most a quarter of an hour; from the hundredth on once a day. It slows down, it never locks. "At once" is a moment
-- long ago, because of two statements at the same time the later one may have the earlier clock.
create function login_next(failures int) returns timestamptz language sql stable parallel safe as $$
  select case when failures < 5 then 'epoch'::timestamptz
    else now() + make_interval(secs => case when failures >= 100 then 86400 else least(2 ^ (failures - 5), 900) end) end
$$;

-- Wrong guesses in a row at an account, at an account from one known device, at a second factor. Losing it in a crash
-- forgets some counts, no more.
create unlogged table login_guess (
  key      bytea primary key,
  failures int not null,
  last_at  timestamptz not null,
  next_at  timestamptz not null    -- before this moment nothing is looked at
);

-- Browsers in which somebody has logged in before: they keep a way in while strangers guess at the account.
create table login_device (
  organisation_id int not null,
  customer_id     int not null,
  hash            bytea not null,                      -- SHA-256 of a token that only the browser has
  brand_id        int not null references brand,
  created_at      timestamptz not null default now(),
  last_used_at    timestamptz not null default now(),
  primary key (organisation_id, customer_id, hash),
  foreign key (organisation_id, customer_id) references customer (organisation_id, id)
);

-- Answers of the captcha that were used: each is good for one log-in. One that led to the question for a second factor is
-- good for the codes that answer it, at that account, for a few minutes.
create table spent_captcha (
  hash     bytea primary key,
  account  bytea,
  spent_at timestamptz not null default now()
);

create table second_factor (
  organisation_id int not null,
  customer_id     int not null,
  sealed_secret   bytea not null,
  created_at      timestamptz not null default now(),
  confirmed_at    timestamptz,     -- null while it is being set up: it counts from here on
  last_step       bigint,          -- the time step of the latest code taken; it and those before it are refused
  primary key (organisation_id, customer_id),
  foreign key (organisation_id, customer_id) references customer (organisation_id, id)
);

create table recovery_code (
  organisation_id int not null,
  customer_id     int not null,
  hash            bytea not null,
  used_at         timestamptz,
  primary key (organisation_id, customer_id, hash),
  foreign key (organisation_id, customer_id) references second_factor (organisation_id, customer_id) on delete cascade
);

-- A new password, whoever sets it, opens the way for its owner and closes it for browsers that knew the old one.
create function forget_guesses_at_old_password() returns trigger language plpgsql as $$
begin
  delete from login_guess where key = login_account(new.brand_id, new.email);
  delete from login_device where organisation_id = new.organisation_id and customer_id = new.id;
  return null;
end $$;
create trigger customer_password_forgets_guesses after update of password_hash on customer for each row
  when (new.password_hash is distinct from old.password_hash and coalesce(current_setting('livery.same_password', true), '') <> 'yes')
  execute function forget_guesses_at_old_password();
