-- As postgres, once: psql -f database.sql. Then \password phonedeck, and into /etc/pgbouncer/userlist.txt what this answers:
-- select format('"%s" "%s"', rolname, rolpassword) from pg_authid where rolname = 'phonedeck';
create role phonedeck login connection limit 60;
create database phonedeck owner phonedeck encoding 'UTF8' locale 'C.UTF-8' template template0;
revoke connect on database phonedeck from public;
-- Servers ask for these themselves, which PgBouncer does not pass on.
alter role phonedeck set statement_timeout = '15s';
alter role phonedeck set join_collapse_limit = 1;
alter role phonedeck set random_page_cost = 1.1;
alter role phonedeck set idle_in_transaction_session_timeout = '20s';
