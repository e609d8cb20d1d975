PRAGMA application_id = 1734963053;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE failures (
  pair INTEGER NOT NULL, match INTEGER NOT NULL, who INTEGER NOT NULL, reason TEXT NOT NULL,
  games INTEGER NOT NULL, PRIMARY KEY (pair, match, who, reason)) WITHOUT ROWID;
INSERT INTO "failures" VALUES(0,0,1,'exited with code 3',1);
INSERT INTO "failures" VALUES(0,1,1,'exited with code 3',1);
INSERT INTO "failures" VALUES(1,0,1,'exited with code 3',2);
INSERT INTO "failures" VALUES(1,1,1,'exited with code 3',1);
INSERT INTO "failures" VALUES(2,0,1,'exited with code 3',2);
INSERT INTO "failures" VALUES(2,1,1,'exited with code 3',1);
CREATE TABLE matches (
  pair INTEGER NOT NULL, match INTEGER NOT NULL CHECK (match IN (0, 1)),
  points INTEGER NOT NULL, opponent_points INTEGER NOT NULL, games INTEGER NOT NULL,
  gammons INTEGER NOT NULL, ties INTEGER NOT NULL, crc INTEGER NOT NULL,
  PRIMARY KEY (pair, match)) WITHOUT ROWID;
INSERT INTO "matches" VALUES(0,0,4,2,3,3,0,183976348);
INSERT INTO "matches" VALUES(0,1,4,2,3,3,0,3312014932);
INSERT INTO "matches" VALUES(1,0,4,1,3,2,0,3700303730);
INSERT INTO "matches" VALUES(1,1,2,4,3,3,0,3588641159);
INSERT INTO "matches" VALUES(2,0,4,2,3,3,0,4216011296);
INSERT INTO "matches" VALUES(2,1,3,0,2,1,0,1022735094);
CREATE TABLE plan (number INTEGER PRIMARY KEY, key TEXT NOT NULL, value TEXT NOT NULL);
INSERT INTO "plan" VALUES(0,'program','0.1.0');
INSERT INTO "plan" VALUES(1,'target','3');
INSERT INTO "plan" VALUES(2,'checkers','2');
INSERT INTO "plan" VALUES(3,'seed','1');
INSERT INTO "plan" VALUES(4,'number of matches','6');
INSERT INTO "plan" VALUES(5,'shares','none');
INSERT INTO "plan" VALUES(6,'game','gioul');
INSERT INTO "plan" VALUES(7,'player','random');
INSERT INTO "plan" VALUES(8,'random''s aim','points');
INSERT INTO "plan" VALUES(9,'checksum of random','');
INSERT INTO "plan" VALUES(10,'player','ubgi:flaky');
INSERT INTO "plan" VALUES(11,'ubgi:flaky''s aim','points');
INSERT INTO "plan" VALUES(12,'checksum of ubgi:flaky','');
COMMIT;
