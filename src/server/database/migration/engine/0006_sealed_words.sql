-- A word that is sealed with the key of the installation, by which a wrong key is known.
create table sealed_words (
  name text primary key,
  sealed text not null
);
